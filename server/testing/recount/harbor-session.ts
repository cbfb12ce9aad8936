import type { TranscriptFile } from "./read-transcript";
import { ROOT, Script, sized } from "./script";

/**
 * A Claude Code session of some sixty records in its native form, written for the recount: a skill loaded twice, reads
 * again with and without an edit between, a sub-agent that reads and edits, tests that fail and pass, a failed edit,
 * refusals, parallel calls, a rewind and a compaction. Sizes are round, so that its noise can be counted by hand.
 */
const SESSION = "7d0f2c1e-4b5a-4c8d-9e10-aa55bb66cc77";
const LOGIN_2 = sized(210, "export function login() { return 2; }");
const SESSION_TS = sized(100, "export const session = {};");
const BODY = sized(300, "Base directory for this skill: /home/ada/.claude/skills/tdd\n\n# Test first\n");
const RULES = sized(80, "# Rules of the house");
const ANSWER = sized(33, "User has answered: keep sessions for a day.");

/** Requests are numbered in the comments. */
function mainScript(): Script {
  const main = new Script(SESSION).prompt("The login test fails. Fix it.").load("tdd", BODY); // 1
  main.read("src/login.ts", sized(200, "export function login() { return 1; }")); // 2
  main.run("npm test", sized(120, "Exit code 1\n2 failed"), { isError: true }); // 3
  main.read("src/login.ts", sized(200, "export function login() { return 1; }")); // 4: duplicate, 200
  const edit = { file_path: `${ROOT}/src/login.ts`, old_string: "return 3", new_string: "return 2" };
  main.use("Edit", edit, sized(30, "<tool_use_error>String to replace not found"), { isError: true }); // 5
  main.read("src/login.ts", sized(60, "lines 1 to 20"), { offset: 1, limit: 20 }); // 6
  main.use("Edit", { ...edit, old_string: "return 1" }, sized(20, "The file has been updated.")); // 7
  main.read("src/login.ts", LOGIN_2); // 8: supersedes 2 and 6, shows what 5 left behind
  main.run("npm test 2>&1 | tail -5", sized(40, "1 failed, 4 passed")); // 9: the exit code is tail's
  const refusal = sized(25, "The user doesn't want to proceed with this tool use.");
  main.run("git push", refusal, { isError: true }).run("git push", refusal, { isError: true }); // 10, 11
  main.run(`cd ${ROOT} && npm test`, sized(50, "5 passed")); // 12: resolves 3
  main.read("CLAUDE.md", RULES).read("CLAUDE.md", RULES); // 13, 14: a core file is never noise
  const grep = {
    tool: "Grep",
    input: { pattern: "token", path: `${ROOT}/src` },
    text: sized(90, "src/login.ts:4: token"),
  };
  main.call([grep, grep]); // 15: the second is a duplicate, 90
  main.prompt("Let somebody review it.").read("src/session.ts", SESSION_TS); // 16
  const task = { description: "Review the login", subagent_type: "code-reviewer", prompt: "Review src/login.ts." };
  main.respond({ type: "tool_use", id: "toolu_review", name: "Task", input: task }).wait(40); // 17
  main.handBack("toolu_review", sized(70, "It is fine now."), { status: "completed", agentId: "a1b2c3" });
  main.read("src/session.ts", SESSION_TS); // 18: the sub-agent edited it, so it supersedes 16
  main.prompt("Clean up.").load("tdd", BODY); // 19: duplicate load, 300
  main.run("git status", sized(45, "On branch main")).run("git status", sized(45, "On branch main")); // 20, 21: 45
  const ask = { questions: [{ question: "How long?", options: [] }] };
  main.use("AskUserQuestion", ask, ANSWER).use("AskUserQuestion", ask, ANSWER); // 22, 23: answers are never noise
  const kept = main.last;
  main.read("src/login.ts", LOGIN_2); // 24: taken off the branch by the next prompt
  main.prompt("No, look at the login again.", kept).read("src/login.ts", LOGIN_2); // 25: duplicate of 8, 210
  main.compact(sized(150, "This session is being continued from a previous conversation."));
  main.read("src/login.ts", LOGIN_2); // 26: the first of its window
  main.run(`cat ${ROOT}/src/login.ts`, LOGIN_2); // 27: supersedes 26
  main.use("Write", { file_path: `${ROOT}/src/login.ts`, content: "export {};" }, sized(12, "File written.")); // 28
  return main.say("Done."); // 29
}

export function harborSession(): TranscriptFile[] {
  const main = mainScript();
  const reviewer = new Script(SESSION, "a1b2c3", 55).prompt("Review src/login.ts.");
  reviewer.read("src/login.ts", LOGIN_2).read("src/login.ts", LOGIN_2); // 1, 2: duplicate, 210
  const edit = { file_path: `${ROOT}/src/session.ts`, old_string: "{}", new_string: "{ days: 1 }" };
  reviewer.use("Edit", edit, sized(10, "The file has been updated.")).say("It is fine now."); // 3, 4
  const helper = new Script(SESSION, "acompact-9f", 100).prompt("Summarize.");
  helper.read("src/login.ts", LOGIN_2).read("src/login.ts", LOGIN_2).say(sized(40, "Summary."));
  const folder = `harbor/${SESSION}`;
  return [
    main.file(`${folder}.jsonl`),
    reviewer.file(`${folder}/subagents/agent-a1b2c3.jsonl`),
    helper.file(`${folder}/subagents/agent-acompact-9f.jsonl`),
  ];
}
