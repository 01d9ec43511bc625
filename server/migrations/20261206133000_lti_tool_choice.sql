-- A teacher chooses what of a tool a link opens (LTI Deep Linking 2.0, this site as the platform; docs/decisions/0163).
alter table integrate_tool_hint alter column file_id drop not null;
comment on column integrate_tool_hint.file_id is 'Null: a teacher chooses what of the tool is opened.';
create table integrate_tool_choice (
  hash bytea primary key,
  tool_id bigint not null references integrate_tool (id) on delete cascade,
  user_id bigint not null references sys_user (id) on delete cascade,
  expire_time timestamptz not null
);
create index integrate_tool_choice_tool on integrate_tool_choice (tool_id);
create index integrate_tool_choice_user on integrate_tool_choice (user_id);
create index integrate_tool_choice_expire on integrate_tool_choice (expire_time);
comment on table integrate_tool_choice is 'Choices in tools under way: the answer that brings the code makes links, once.';
