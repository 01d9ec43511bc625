-- Notifications that are sent later, at a time that the sender chose.
create table notify_plan (
  id bigint generated always as identity primary key,
  send_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'cancelled')),
  title text not null,
  content text not null,
  body jsonb not null,
  origin text not null default '',
  error text not null default '',
  create_by bigint not null references sys_user on delete cascade,
  create_time timestamptz not null default now()
);
comment on table notify_plan is 'Notifications that are sent later.';
comment on column notify_plan.state is 'waiting, sent, failed, cancelled';
comment on column notify_plan.title is 'as it was written, for lists';
comment on column notify_plan.body is 'the call notify/send without its time';
comment on column notify_plan.origin is 'by which the sender reached the server, for addresses in the text';
create index notify_plan_due on notify_plan (send_at, id) where state = 'waiting';
create index notify_plan_create_by on notify_plan (create_by);
create index notify_plan_create_time on notify_plan (create_time);
