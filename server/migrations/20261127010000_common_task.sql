-- Long work (encoding, fetching, later certificates and backups) outlives a request and a server: a process that takes a task holds it by
-- a lease, which another process takes over when it is not renewed.
create table common_task (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  params jsonb not null default '{}',
  state smallint not null default 0,
  percent smallint not null default 0,
  attempt smallint not null default 0,
  node text not null default '',
  lease_until timestamptz,
  start_after timestamptz not null default now(),
  error text not null default '',
  create_by bigint,
  create_time timestamptz not null default now(),
  finish_time timestamptz
);
comment on table common_task is 'Long work with a lease; one open task for each subject.';
comment on column common_task.kind is 'names the code that does the work';
comment on column common_task.subject is 'what the task is about, for example course-file:12';
comment on column common_task.state is '0 waiting, 1 running, 2 done, 3 failed';
comment on column common_task.attempt is 'how often a process took it; rises when a lease ends without a result';
comment on column common_task.error is 'why it failed, or what it waits for';
create unique index common_task_open on common_task (subject) where state in (0, 1);
create index common_task_next on common_task (start_after) where state in (0, 1);
create index common_task_create on common_task (create_time);
