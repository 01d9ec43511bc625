-- Custom parameters of tools and of links to them, and the last call of a tool that was refused (docs/decisions/0163).
alter table integrate_tool
  add column custom text not null default '',
  add column problem text not null default '',
  add column problem_detail text not null default '',
  add column problem_time timestamptz;
comment on column integrate_tool.custom is 'Custom parameters of all its openings, `name=value` in each line.';
comment on column integrate_tool.problem is 'What was wrong with its last call that was refused; empty: none was.';
comment on column integrate_tool.problem_detail is 'The field that was wrong.';
alter table integrate_tool_link add column custom text not null default '';
comment on column integrate_tool_link.custom is 'Custom parameters of this link, which stand before those of the tool.';
