// Stands in for the production build's web server: answers the health page when its database answers.
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
pool.on("error", () => {});
createServer(async (request, response) => {
  const status =
    request.url === "/api/health"
      ? await pool.query("select 1").then(
          () => 200,
          () => 503,
        )
      : 404;
  response.writeHead(status).end(String(process.pid));
}).listen(Number(process.env.PORT), process.env.HOSTNAME);
