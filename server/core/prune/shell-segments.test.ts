import { describe, expect, it } from "vitest";
import { splitSegments } from "./shell-segments";

const split = (command: string) => splitSegments(command).map(({ words, operator }) => [...words, operator]);

describe("the parts of a shell command", () => {
  it.each<[string, string[][]]>([
    ["", []],
    ["   ", []],
    ["ls -la", [["ls", "-la", ""]]],
    [
      "a && b || c; d | e & f",
      [
        ["a", "&&"],
        ["b", "||"],
        ["c", ";"],
        ["d", "|"],
        ["e", "&"],
        ["f", ""],
      ],
    ],
    [
      "a\nb",
      [
        ["a", ";"],
        ["b", ""],
      ],
    ],
    ["a \\\n  b", [["a", "b", ""]]],
    [
      "a;;b",
      [
        ["a", ";"],
        ["b", ""],
      ],
    ],
    ["a &", [["a", "&"]]],
    [
      "a # not this\nb",
      [
        ["a", "#", "not", "this", ";"],
        ["b", ""],
      ],
    ],
    ["# a comment\nb", [["b", ""]]],
    ["a; # a comment", [["a", ";"]]],
    ["echo 'a b' \"c d\"", [["echo", "a b", "c d", ""]]],
    ["echo 'a && b'", [["echo", "a && b", ""]]],
    ['echo "a \\" b"', [["echo", 'a \\" b', ""]]],
    ["echo 'a \\' b", [["echo", "a \\", "b", ""]]],
    ["echo a\\ b", [["echo", "a b", ""]]],
    ["echo pre'mid'post", [["echo", "premidpost", ""]]],
    ["echo 'open", [["echo", "open", ""]]],
    ["echo $(date +%s) x", [["echo", "$(date +%s)", "x", ""]]],
    ["echo $(a $(b c) d) x", [["echo", "$(a $(b c) d)", "x", ""]]],
    ["echo $(open", [["echo", "$(open", ""]]],
    ["echo `date now` x", [["echo", "`date now`", "x", ""]]],
    ["echo `open now", [["echo", "`open now", ""]]],
    ["echo $HOME", [["echo", "$HOME", ""]]],
    ["a > out.txt b", [["a", "b", ""]]],
    ["a >> out.txt", [["a", ""]]],
    [
      "a 2>&1 | tail",
      [
        ["a", "|"],
        ["tail", ""],
      ],
    ],
    ["a 2> /dev/null b", [["a", "b", ""]]],
    ["a &> all.log b", [["a", "b", ""]]],
    ["a < in.txt b", [["a", "b", ""]]],
    ["a >", [["a", ""]]],
    ["a > 'my file' b", [["a", "b", ""]]],
    ["a 3 b", [["a", "3", "b", ""]]],
    [
      "a >; b",
      [
        ["a", ";"],
        ["b", ""],
      ],
    ],
    ["cat <<'E' > x\nrow\nE", [["cat", "<<'E' > x\nrow\nE", ""]]],
  ])("%j are %j", (command, parts) => {
    expect(split(command)).toEqual(parts);
  });
});
