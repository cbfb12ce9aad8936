-- A phrase reads the words of each entry that has them. Beside its row that is one page; out of line it is five, and a
-- tsvector hardly shrinks under Postgres' compression. Rows that are there stay where they are until they are written anew.
ALTER TABLE "search_entry" SET (toast_tuple_target = 8160);
