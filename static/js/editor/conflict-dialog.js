import { wordDiff } from "../lib/word-diff.js";
import { element, langTag, markedPieces } from "./markup.js";
import { conflictGroups, shownValue } from "./conflict-words.js";
import { EditorPart } from "./part.js";
import { moment, told } from "./words.js";

/**
 * Two versions of one task, both kept. What only one person changed is taken over and told; what both changed
 * differently is shown side by side, and a person chooses. Until then nothing is sent.
 */
class ConflictDialog extends EditorPart {
  #choices = {};

  start() {
    this.dialog = this.querySelector("dialog");
    this.listen(this.editor, "met", () => this.#met());
    this.listen(this.editor, "decide", () => this.session.theirs && this.#open());
    this.listen(this.dialog, "change", ({ target }) => this.#choose(target.name, target.value));
    this.listen(this.dialog, "close", () => this.#closed());
    this.listen(this.querySelector("[data-save]"), "click", () => this.#save());
    this.listen(this.querySelector("[data-both]"), "click", () => this.#saveBoth());
    this.listen(this.querySelector("[data-later]"), "click", () => this.dialog.close());
    this.listen(this.editor.querySelector("[data-decide]"), "click", () => this.#open());
    if (this.session.theirs) this.#met();
  }

  #met() {
    const differences = this.session.differences();
    if (differences.some((entry) => entry.conflict)) return this.#open();
    this.#join(differences);
  }

  #open() {
    const conflicts = this.session.differences().filter((entry) => entry.conflict);
    if (conflicts.length === 0) return this.#join(this.session.differences());
    this.#choices = Object.fromEntries(conflicts.map((entry) => [entry.where, this.#choices[entry.where] ?? "mine"]));
    this.#show(conflicts);
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.querySelector("input:checked").focus();
  }

  #show(conflicts) {
    const { theirs, version } = this.session;
    const groups = conflictGroups(conflicts, this.session);
    const isMe = theirs.author === this.editor.dataset.username;
    const who = theirs.author || gettext("Somebody");
    const facts = { version, who, newer: theirs.version, at: moment(theirs.saved_at) };
    const single = told(gettext("%(name)s: two versions, both kept"), { name: groups[0].name });
    this.querySelector("h2").textContent = groups.length === 1 ? single : gettext("Two versions, both kept");
    this.querySelector("[data-facts]").textContent = told(
      isMe
        ? gettext("You started from version %(version)s. In another window you saved version %(newer)s at %(at)s. Nothing has been overwritten; choose for each part.")
        : gettext("You started from version %(version)s. %(who)s saved version %(newer)s at %(at)s. Nothing has been overwritten; choose for each part."),
      facts,
    );
    this.querySelector("[data-save] [data-words]").textContent = told(gettext("Save as version %(next)s"), { next: theirs.version + 1 });
    const nodes = conflicts.filter(({ part }) => part === "text" || part === "purpose");
    this.querySelector("[data-both]").hidden = nodes.length !== conflicts.length;
    const others = this.session.differences().filter((entry) => !entry.conflict && entry.changedBy === "theirs");
    this.#showOthers(others, who);
    const names = isMe
      ? { mine: gettext("In this window"), theirs: gettext("In the other window") }
      : { mine: gettext("Yours"), theirs: told(gettext("Version of %(who)s"), { who }) };
    this.querySelector("[data-groups]").replaceChildren(...groups.map((group) => this.#group(group, names, groups.length > 1)));
  }

  #showOthers(others, who) {
    const count = others.length;
    const words = ngettext(
      "One more change of %(who)s does not touch yours and is taken in.",
      "%(count)s more changes of %(who)s do not touch yours and are taken in.",
      count,
    );
    this.querySelector("[data-others]").textContent = count ? told(words, { count, who }) : "";
  }

  #group({ name, entries }, names, titled) {
    const rows = entries.map((entry) => this.#entry(entry, names));
    return element("section.conflict", {}, titled && element("h3", {}, name), ...rows);
  }

  #entry(entry, names) {
    const both = entry.part === "lines" || entry.part === "dialogue";
    const sides = element("div.pair", {}, this.#side(entry, "mine", names), this.#side(entry, "theirs", names));
    const keepBoth = both && this.#option(entry, "both", [element("span", {}, gettext("Keep the lines of both"))]);
    return element("fieldset", {}, element("legend", {}, entry.name), sides, keepBoth);
  }

  #side(entry, side, names) {
    const [base, value] = [shownValue(entry, "base", this.session), shownValue(entry, side, this.session)];
    const lang = entry.ours ? null : langTag(this.editor.language);
    const words = value === null ? [element("em", {}, gettext("deleted"))] : markedPieces(wordDiff(base ?? "", value));
    const shown = words.length ? words : [element("em.muted", {}, gettext("empty"))];
    return this.#option(entry, side, [element("strong.small", {}, names[side]), element("p", { lang }, ...shown)]);
  }

  #option({ where }, side, children) {
    const input = element("input", { type: "radio", name: where, value: side, checked: this.#choices[where] === side });
    return element("label.pick", {}, input, element("span.what", {}, ...children));
  }

  #choose(where, side) {
    this.#choices[where] = side;
  }

  #save() {
    this.session.join(this.#choices);
    this.#choices = {};
    this.dialog.close();
    this.tell("joined");
    this.editor.announce(gettext("Joined. Both versions stay in the history."));
  }

  #saveBoth() {
    for (const where of Object.keys(this.#choices)) this.#choices[where] = "both";
    this.#save();
  }

  #join(differences) {
    const { author, version } = this.session.theirs;
    const count = differences.filter((entry) => entry.changedBy === "theirs").length;
    this.session.join();
    this.tell("joined");
    if (count === 0) return;
    const words = ngettext(
      "%(who)s saved version %(version)s meanwhile. One change was taken in.",
      "%(who)s saved version %(version)s meanwhile. %(count)s changes were taken in.",
      count,
    );
    const facts = { who: author || gettext("Somebody"), version, count };
    this.editor.toast(told(words, facts), { words: gettext("Compare"), href: this.editor.config.urls.history });
  }

  #closed() {
    const waiting = this.session.theirs !== null;
    this.editor.querySelector("[data-undecided]").hidden = !waiting;
    if (waiting) this.editor.announce(gettext("Not decided yet. Your edits are kept in this browser and not sent."));
  }
}

customElements.define("conflict-dialog", ConflictDialog);
