import assert from "node:assert/strict";
import { test } from "node:test";

import { Backoff } from "../../static/js/lib/reconnect.js";

const waits = (backoff, count) => Array.from({ length: count }, () => backoff.next());

test("each wait is up to twice the last, and never beyond the cap", () => {
  const backoff = new Backoff({ first: 500, cap: 5_000, random: () => 1 });
  assert.deepEqual(waits(backoff, 6), [500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

test("chance takes away at most half, so that nobody hammers and not all come at once", () => {
  const backoff = new Backoff({ first: 500, cap: 5_000, random: () => 0 });
  assert.deepEqual(waits(backoff, 6), [250, 500, 1_000, 2_000, 2_500, 2_500]);
});

test("a connection that stood starts the waits anew", () => {
  const backoff = new Backoff({ random: () => 1 });
  waits(backoff, 5);
  backoff.reset();
  assert.deepEqual([backoff.attempts, backoff.next()], [0, 500]);
});

test("a night offline still gives a wait of at most half a minute", () => {
  const backoff = new Backoff();
  assert.ok(waits(backoff, 3_000).every((ms) => ms >= 250 && ms <= 30_000));
});
