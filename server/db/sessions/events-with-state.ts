/**
 * Events of a session ($2) of a team ($1) with what the analysis knows of them and what the shadow plan ($3) says.
 * `FROM` and `WHERE`; aliases `e`, `st`, `v`.
 */
export const EVENTS_WITH_STATE = `
  FROM event e
  LEFT JOIN event_state st
    ON st.team_id = $1::uuid AND st.session_id = $2::uuid AND st.entry_id = e.entry_id
  LEFT JOIN verdict v ON v.team_id = $1::uuid AND v.run_id = $3::uuid AND v.entry_id = e.entry_id
  WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid`;

/**
 * For the transaction that it opens. Without statistics, as right after an upload, Postgres expects one row of each
 * table and compares every event with every state, or looks up ten thousand of them one by one. The three ranges lie
 * in the order of their keys, so merging them takes half of that.
 */
export const JOIN_BY_RANGES = "SET LOCAL enable_nestloop = off";
