-- Which server processes of the site are alive, for the page of the system's state.
create table sys_node (
  id uuid primary key,
  name text not null,
  version text not null,
  start_time timestamptz not null,
  seen_time timestamptz not null,
  sockets integer not null default 0,
  memory_mb integer not null default 0
);
comment on table sys_node is 'Server processes, each with the time when it was last alive.';
