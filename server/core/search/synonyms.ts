import { tokensOf } from "./words";

/**
 * Words that developers use for one another, one group a line. A word may stand in several groups. Forms of one word
 * need no line: stemming brings them together, and so does joining a verb with what follows it (log in, login).
 */
const GROUPS = `
login, log in, sign in, signin, authenticate, authentication, auth
logout, log out, sign out, signout
sign up, register, registration, onboarding
permission, authorization, access, right, privilege, role
forbidden, denied, unauthorized, 403, 401
password, passphrase, credential
secret, credential, token, key
oauth, sso, single sign on, oidc
session, cookie
encrypt, encryption, cipher, cryptography
hash, digest, checksum, fingerprint
vulnerability, exploit, security hole, cve
sanitize, escape, clean
flaky, intermittent, sporadic, nondeterministic, unstable, random
fail, break, crash
failure, error, fault, problem, issue
bug, defect, issue, fault
exception, error, throw, panic
crash, abort, die, segfault, killed
hang, freeze, stuck, deadlock, block
deadlock, lock contention, blocked, stuck
race condition, concurrency bug, data race, race
retry, try again, repeat, reattempt, redo
backoff, back off, delay, wait
timeout, time out, deadline, too slow
slow, latency, sluggish, lag, delay
performance, speed, throughput, latency
fast, quick, speed, performant
optimize, speed up, tune, improve
bottleneck, hot path, hotspot
rate limit, throttle, quota, limiter, 429, too many requests
backpressure, back pressure, load shedding, overload
rollback, roll back, revert, undo, back out
rollout, deploy, release, ship, deployment, launch
canary, gradual rollout, staged rollout, percentage
feature flag, feature toggle, switch, toggle
migrate, migration, upgrade, schema change, move
schema, table definition, data model
database, db, postgres, sql, datastore
query, select, lookup
index, indexes, indices
transaction, atomic, commit, unit of work
isolation, serializable
replica, replication, standby, follower, secondary
primary, leader, master
failover, fail over, high availability, switch over
shard, partition, distribute
backup, back up, snapshot, dump, archive
restore, recover, recovery
delete, remove, drop, erase, purge, destroy
create, add, insert, new
update, change, modify, edit, alter
rename, renaming, move
copy, clone, duplicate
duplicate, repeated, twice, double, dedupe, deduplicate
unique, distinct, no duplicates
idempotent, idempotency, exactly once, safe to retry, twice
cache, caching, memoize, memoise
invalidate, expire, evict, stale
expire, expiry, ttl, time to live, lifetime
queue, backlog, job queue, buffer
job, task, worker, background, cron
schedule, cron, timer, periodic, nightly
message, event, notification
publish, emit, send, dispatch
subscribe, listen, consume, receive
consumer, subscriber, listener, receiver
producer, publisher, sender
webhook, callback, notification
email, mail, e-mail, smtp
notify, alert, warn, page
monitor, observe, observability, watch
metric, telemetry, measurement, stats, statistics
log, logging, trace
trace, tracing, span
dashboard, chart, graph, report
alarm, alert, pager, incident
outage, downtime, incident, unavailable, down
health check, liveness, readiness, heartbeat, ping
memory leak, leak, out of memory, oom, heap
memory, ram, heap
disk, storage, volume, filesystem
cpu, processor, core
network, connection, socket
connect, connection, link
disconnect, connection lost, dropped connection, reset
pool, pooling, connection pool
proxy, gateway, reverse proxy
load balancer, balancer, ingress
dns, name resolution, resolver, hostname
certificate, tls, ssl, https
http, rest, api
endpoint, route, url, path
request, call
response, reply, answer
payload, body, content
header, metadata
upload, import, ingest
download, export, fetch
fetch, retrieve, get, load, pull
save, store, persist, write
parse, parser, read, decode
serialize, marshal, encode, stringify
format, layout, style
validate, validation, verify, check
invalid, malformed, bad, corrupt, broken
missing, absent, not found, 404, lacking
empty, blank, null, undefined, none
null, nil, undefined, none
default, fallback
optional, nullable, not required
required, mandatory, must
config, configuration, settings, options, preferences
environment variable, env, environment
dependency, package, library, module
install, setup, set up
setup, set up, bootstrap, initialize, init
version, release, revision
upgrade, update, bump
pin, lock, freeze, fixed version
build, compile, bundle
compile, compiler, transpile
bundle, bundler, pack, webpack, vite
lint, linter, static analysis, eslint, biome
type, typing, typed, typescript
test, spec, testing
unit test, test case
integration test, end to end, e2e
mock, stub, fake, double
fixture, test data, seed
coverage, untested
ci, continuous integration, pipeline, build server
pipeline, workflow
container, docker, image
kubernetes, k8s, cluster, orchestration
pod, instance, replica
scale, scaling, autoscale, grow, horizontal
server, backend, service
client, frontend, browser, ui
ui, interface, screen, frontend
page, view, screen
button, control
form, input, field
dropdown, select, menu, picker
modal, dialog, popup, overlay
tooltip, hint, help text
style, css, theme
dark mode, dark theme, night
responsive, mobile, phone, small screen
accessibility, a11y, screen reader
keyboard, shortcut, hotkey
translate, translation, i18n, localization, locale, language
timezone, time zone, utc, dst, daylight saving
date, day, calendar
timestamp, time, datetime
sort, order, rank
filter, narrow, restrict
search, find, look up, lookup
paginate, pagination, paging, page, cursor
cursor, keyset, offset
list, array, collection
map, dictionary, hash table, object
string, text
number, integer, numeric
float, decimal, floating point
round, rounding, precision, cents
money, currency, amount, price
price, cost, fee, charge
invoice, bill, billing, statement
payment, charge, pay, checkout
refund, money back, reimburse, chargeback
customer, client, buyer, account
user, person, member, account
team, organization, tenant, workspace
tenant, customer, multi tenant
admin, administrator, owner
invite, invitation
order, purchase
subscription, plan, membership
refactor, restructure, clean up, rewrite, reorganize
rewrite, replace, redo
replace, swap, substitute, supersede
deprecate, obsolete, sunset, retire, legacy
legacy, old, outdated
simplify, reduce, less complex
complexity, complicated, complex
document, docs, documentation, readme, guide
comment, note, annotation
review, code review, pull request, pr, approve
merge, combine, join
branch, fork
commit, changeset, revision
conflict, clash, collision, contradiction
decide, decision, choose, choice, chose, pick
reject, refuse, decline, deny
accept, approve, agree
constraint, rule, restriction, limit, must
prefer, preference, rather, favor
limit, maximum, cap, bound, quota
minimum, least, floor
large, big, huge, oversized
small, tiny, little
many, lots, numerous
count, total, number
split, divide, separate, break up
concurrency, parallel, simultaneous, concurrent
async, asynchronous, nonblocking, background
sync, synchronous, blocking
lock, mutex, semaphore, lease
thread, worker, process
process, program, daemon
script, command, cli
shell, bash, terminal, console, command line
start, launch, boot, begin, startup
stop, shutdown, shut down, halt, terminate, end, kill
restart, reboot, reload
cancel, abort, interrupt
pause, suspend, hold
resume, continue, pick up
signal, sigterm, sigkill
exit, quit, terminate
port, socket, address
file, document
folder, directory
path, location
symlink, link
permission denied, eacces, access denied
encoding, utf-8, unicode, charset
newline, line ending, crlf
whitespace, indentation, spaces, tabs
regex, regular expression, pattern
algorithm, method, approach
approach, strategy, technique, way
function, method, procedure
class, type, object
variable, name, identifier
constant, fixed, immutable
immutable, read only, frozen, append only
mutable, writable, changeable
agent, assistant, bot
model, llm, language model
prompt, instruction, request
context, window
token, tokens
summary, summarize, digest, recap
handoff, hand over, handover, pass on
noise, clutter, waste, redundant
prune, trim, cut, shrink, compact
compress, gzip, zip, compact
extract, pull out, unpack
evaluate, benchmark, measure
benchmark, measure, profile, load test
root cause, reason, why, cause
fix, repair, solve, resolve, patch, workaround
workaround, hack, temporary fix
temporary, transient, short lived
permanent, durable, persistent
audit, history, trail
compliance, gdpr, privacy, legal
personal data, pii, privacy
anonymize, redact, mask
retention, keep, expiry
stream, streaming, chunk
batch, bulk, chunk
chunk, piece, part, segment
poll, polling
push, realtime, live, websocket
websocket, socket, realtime, sse, server sent events
graphql, rest, api
rpc, grpc, trpc, remote call
microservice, service, monolith
monolith, single service
plugin, extension, addon, add on
hook, callback, handler
handler, controller, callback
middleware, interceptor, filter
template, boilerplate, scaffold
generate, generator, codegen
estimate, approximate, guess
exact, precise, accurate
wrong, incorrect, mistaken, bad
correct, right, valid
warning, caution, hint
ignore, skip, omit, exclude
include, contain, embed
enable, turn on, activate
disable, turn off, deactivate
hide, conceal, invisible
show, display, render, present
render, draw, paint
late, lag, delay, slow, behind
early, soon, premature
typo, misspelling, misspell, spelling, spell
injection, xss, cross site scripting, escape, sanitize
protect, secure, prevent, guard, safe
gradual, incremental, stepwise, percentage, phased
loop, cycle, repeat
pod, container
crash, restart, boot loop
erase, erasure, deletion, delete
third party, external, vendor, provider, partner
reproduce, repro, recreate
report, dashboard, total, chart
day, date, time
attachment, upload, file
reduce, lower, shrink, fall
increase, raise, grow
allow, permit, accept
forbid, disallow, block, refuse, reject
cheap, price, cost, inexpensive
expensive, costly, price
colour, color, contrast
font, typography, text size
image, picture, screenshot
icon, glyph, symbol
table, grid
row, record, entry, line
column, field, attribute
relation, foreign key, reference
blob, object storage, s3, bucket
cloud, hosting, provider
region, zone, location
developer, engineer, programmer
reviewer, approver
deadline, due date, milestone
task, ticket, issue, todo
plan, roadmap, proposal
meeting, call, talk
purpose, goal, aim, intent
risk, danger, hazard
example, sample, demo
measure, number, figure, result
`;

/** A word or phrase that may stand for another. */
interface Synonym {
  /** One lexeme, or several that must stand one after the other. */
  readonly lexemes: readonly string[];
}

/** What tells a word or phrase apart, however it was written. */
function phraseKey(lexemes: readonly string[]): string {
  return lexemes.join(" ");
}

/** `log in` is the one lexeme that the index joins it to. */
export function memberLexemes(member: string): string[] {
  const tokens = tokensOf(member);
  const whole = tokens.find(({ isWhole }) => isWhole);
  const isPair = member.trim().split(/\s+/).length === 2;
  return whole && isPair ? [whole.lexeme] : tokens.filter(({ isWhole }) => !isWhole).map(({ lexeme }) => lexeme);
}

const groups = GROUPS.trim()
  .split("\n")
  .map((line) => line.split(",").map(memberLexemes));

const byMember = new Map<string, Synonym[]>();
for (const members of groups) {
  const distinct = new Map(
    members.filter((lexemes) => lexemes.length > 0).map((lexemes) => [phraseKey(lexemes), lexemes]),
  );
  for (const key of distinct.keys()) {
    const own = byMember.get(key) ?? [];
    for (const [other, lexemes] of distinct) if (other !== key) own.push({ lexemes });
    byMember.set(key, own);
  }
}

export const SYNONYM_GROUPS = groups.length;

/** The longest phrase that has synonyms. */
export const MAX_SYNONYM_WORDS = 3;

/** What else the lexemes, read as one phrase, may be called; nothing for most. */
export function synonymsOf(lexemes: readonly string[]): readonly Synonym[] {
  return byMember.get(phraseKey(lexemes)) ?? [];
}
