import { describe, expect, it } from "vitest";
import { readOptions } from "./options";

describe("the command line", () => {
  it("has defaults for everything", () => {
    expect(readOptions([])).toEqual({ port: 3000, host: "127.0.0.1", data: ".data", demo: true, help: false });
  });

  it("takes port, data folder and host, and leaves the demo out", () => {
    expect(readOptions(["--port", "4000", "--data=/srv/steward", "--no-demo", "--host", "0.0.0.0"])).toEqual({
      port: 4000,
      host: "0.0.0.0",
      data: "/srv/steward",
      demo: false,
      help: false,
    });
  });

  it.each([
    [["--port", "0"], /--port must be a number from 1 to 65535/],
    [["--port", "70000"], /--port must be a number from 1 to 65535/],
    [["--port", "web"], /--port must be a number from 1 to 65535/],
    [["--port", "3000.5"], /--port must be a whole number/],
    [["--data", ""], /--data must be a folder/],
    [["--prot", "3000"], /Unknown option '--prot'/],
    [["--port"], /--port/],
    [["4000"], /4000/],
  ])("refuses %j by name and shows the options", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
    expect(() => readOptions(args)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("npm run quickstart -- [options]") }),
    );
  });
});
