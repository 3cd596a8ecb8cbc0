import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { DraftStore } from "../../static/js/lib/draft-store.js";
import { EditingSession } from "../../static/js/lib/editing-session.js";
import { MemoryStorage } from "../../static/js/lib/storage.js";
import { countingUids, gappedContent } from "./examples.mjs";

const served = (changes = {}) => ({ version: 14, title: "The lamp", content: gappedContent(), author: "lin", ...changes });

function sessionOn(stored, storage = new MemoryStorage()) {
  const drafts = new DraftStore(storage, { userId: 5, taskId: 12 });
  return new EditingSession(stored, { drafts, me: "ada", newUid: countingUids(), now: () => 0 });
}

const write = (session, uid, text) => session.perform((task) => task.setNode(uid, { text }));
const textOf = (session, uid) => session.tree.node(uid).text;

/** A session whose draft was kept, as a reload finds it. */
function reloaded(stored, edit) {
  const storage = new MemoryStorage();
  const before = sessionOn(served(), storage);
  edit(before);
  before.keep();
  return sessionOn(stored, storage);
}

/** What lin made of version 14. */
function theirs(change) {
  const content = gappedContent();
  change(content);
  return served({ version: 15, content });
}

describe("A reload", () => {
  test("brings unsaved words back, with their undo", () => {
    const session = reloaded(served(), (before) => write(before, "a", "Amber."));
    assert.equal(session.found, "unsaved");
    assert.equal(textOf(session, "a"), "Amber.");
    session.undo();
    assert.equal(textOf(session, "a"), "Amber oil.");
    assert.equal(session.unsaved, false);
  });

  test("shows somebody's newer version where nothing was unsaved, and can still go back", () => {
    const session = reloaded(theirs((content) => (content.goal = "Burn.")), () => {});
    assert.equal(session.content.goal, "Burn.");
    assert.equal(session.version, 15);
    session.undo();
    assert.equal(session.content.goal, "Light the lamp.");
  });

  test("meets the newer version where both have changed", () => {
    const stored = theirs((content) => (content.goal = "Burn."));
    const session = reloaded(stored, (before) => write(before, "a", "Amber."));
    assert.equal(session.found, "diverged");
    assert.equal(session.version, 14);
    assert.deepEqual(session.theirs, stored);
  });

  test("can discard what came back, and undo the discarding", () => {
    const session = reloaded(served(), (before) => write(before, "a", "Amber."));
    session.replace(gappedContent(), "discarded");
    assert.equal(session.unsaved, false);
    session.undo();
    assert.equal(textOf(session, "a"), "Amber.");
  });
});

describe("Saving", () => {
  test("sends the version it started from, and goes on from the new one", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    const sent = session.toSave();
    assert.equal(sent.base, 14);
    session.saved(sent, { version: 15 });
    assert.equal(session.version, 15);
    assert.equal(session.unsaved, false);
  });

  test("leaves words written meanwhile unsaved", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    const sent = session.toSave();
    write(session, "a", "Amber, warm.");
    session.saved(sent, { version: 15 });
    assert.equal(session.unsaved, true);
  });

  test("a new title alone is something to save", () => {
    const session = sessionOn(served());
    session.setTitle("The beacon");
    assert.equal(session.unsaved, true);
    assert.equal(session.toSave().title, "The beacon");
  });
});

describe("A newer version on the server", () => {
  test("is no conflict when it is one's own save whose answer was lost", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    const { content, title } = session.toSave();
    write(session, "a", "Amber, warm.");
    session.meet({ version: 15, title, author: "ada", content: structuredClone(content) });
    assert.equal(session.theirs, null);
    assert.equal(session.version, 15);
    assert.equal(textOf(session, "a"), "Amber, warm.");
  });

  test("is theirs when somebody else restored words that were once on this screen", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    session.saved(session.toSave(), { version: 15 });
    write(session, "a", "Amber, warm.");
    session.meet(served({ version: 16 }));
    assert.equal(session.theirs.version, 16);
    assert.equal(session.differences()[0].conflict, true);
  });

  test("is joined without a question when the two do not touch", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    session.meet(theirs((content) => (content.goal = "Burn.")));
    session.join();
    assert.equal(session.content.goal, "Burn.");
    assert.equal(textOf(session, "a"), "Amber.");
    assert.equal(session.toSave().base, 15);
  });

  test("needs a choice for what both changed, and overwrites nothing without it", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    session.meet(theirs((content) => (content.nodes[1].text = "Dark amber.")));
    assert.throws(() => session.join(), { code: "undecided" });
    assert.equal(textOf(session, "a"), "Amber.");
    session.join({ "node:a.text": "theirs" });
    assert.equal(textOf(session, "a"), "Dark amber.");
  });

  test("with another title asks for the title too", () => {
    const session = sessionOn(served());
    session.setTitle("Mine");
    session.meet(served({ version: 15, title: "Theirs" }));
    assert.deepEqual(session.differences().map(({ where, conflict }) => [where, conflict]), [["title", true]]);
    session.join({ title: "theirs" });
    assert.equal(session.title, "Theirs");
  });

  test("only they renamed: their title is taken", () => {
    const session = sessionOn(served());
    write(session, "a", "Amber.");
    session.meet(served({ version: 15, title: "Theirs" }));
    session.join();
    assert.equal(session.title, "Theirs");
  });
});

test("each change is told once, with its cause", () => {
  const session = sessionOn(served());
  const heard = [];
  session.addEventListener("change", ({ detail }) => heard.push(`${detail.cause} ${detail.change.kind}`));
  write(session, "a", "Amber.");
  write(session, "a", "Amber.");
  session.undo();
  session.undo();
  session.redo();
  assert.deepEqual(heard, ["edit node-set", "undo node-set", "redo node-set"]);
});
