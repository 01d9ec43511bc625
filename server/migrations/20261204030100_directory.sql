-- Accounts that come from the school's directory, and the comparisons with it (docs/decisions/0138).
create table sys_directory_user (
  user_id bigint primary key references sys_user (id) on delete cascade,
  entry_id text not null unique,
  left_time timestamptz
);
comment on table sys_directory_user is 'Accounts that the directory sync added; it changes no others.';
comment on column sys_directory_user.entry_id is 'Attribute and value that identify the entry, as open_id of sys_user_bind.';
comment on column sys_directory_user.left_time is 'When the sync disabled the account; null while its entry exists.';

create table sys_directory_run (
  id bigint generated always as identity primary key,
  state smallint not null default 0 constraint sys_directory_run_state check (state between 0 and 4),
  origin smallint not null constraint sys_directory_run_origin check (origin in (0, 1)),
  start_time timestamptz not null,
  end_time timestamptz,
  entries integer not null default 0,
  accounts integer not null default 0,
  counts jsonb not null default '{}',
  plan_hash text not null default '',
  settings_hash text not null default '',
  note text not null default '',
  create_by bigint references sys_user (id) on delete set null
);
comment on table sys_directory_run is 'Comparisons with the directory: dry runs, and those that were carried out.';
comment on column sys_directory_run.state is '0 running, 1 planned (dry run), 2 carried out, 3 refused (too many would be disabled), 4 failed';
comment on column sys_directory_run.origin is '0 at night, 1 by a user';
comment on column sys_directory_run.entries is 'Entries of people that the directory gave.';
comment on column sys_directory_run.accounts is 'Active accounts of the directory before the run.';
comment on column sys_directory_run.counts is 'Number of rows by kind.';
comment on column sys_directory_run.plan_hash is 'Equal for equal plans: a plan is carried out only as it was shown.';
comment on column sys_directory_run.settings_hash is 'Equal for equal settings: at night only settings act whose plan a user carried out before.';
comment on column sys_directory_run.note is 'Why it was refused, failed or not carried out; a name in the contract, or a message.';
create index sys_directory_run_create_by on sys_directory_run (create_by);

create table sys_directory_row (
  run_id bigint not null references sys_directory_run (id) on delete cascade,
  place integer not null,
  kind text not null constraint sys_directory_row_kind check (kind in ('depart', 'add', 'change', 'move', 'disable', 'restore', 'skip')),
  user_id bigint references sys_user (id) on delete set null,
  user_name text not null,
  real_name text not null,
  depart text not null,
  reason text not null default '',
  changes jsonb not null default '[]',
  primary key (run_id, place)
);
comment on table sys_directory_row is 'What a comparison with the directory would change, or changed.';
comment on column sys_directory_row.kind is
  'depart: new department, add: new account, change: other values, move: other department, disable: its entry is gone, restore: its entry is back, skip: left as it is.';
comment on column sys_directory_row.depart is 'Path of names of the department.';
comment on column sys_directory_row.reason is 'Why it is left as it is; a name in the contract.';
comment on column sys_directory_row.changes is 'Field, value before and value after.';
create index sys_directory_row_kind on sys_directory_row (run_id, kind, place);
create index sys_directory_row_user on sys_directory_row (user_id);
