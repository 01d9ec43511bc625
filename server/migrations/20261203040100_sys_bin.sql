-- What people delete is kept for 30 days, so that it can be restored (docs/decisions/0134).
create table sys_bin (
  id bigint generated always as identity primary key,
  kind text not null constraint sys_bin_kind check (kind in ('repo', 'qu', 'tmpl', 'exam', 'course')),
  object_id bigint not null,
  title text not null,
  create_by bigint references sys_user (id) on delete set null,
  create_time timestamptz not null
);
comment on table sys_bin is 'The recycle bin: one row for each thing that was deleted in the last 30 days.';
comment on column sys_bin.kind is 'repo: bank, qu: question, tmpl: template, exam: exam, course: course.';
comment on column sys_bin.create_by is 'Who deleted it.';
create index sys_bin_newest on sys_bin (create_time desc, id desc);
create index sys_bin_object on sys_bin (kind, object_id);
create index sys_bin_create_by on sys_bin (create_by);

create table sys_bin_row (
  id bigint generated always as identity primary key,
  bin_id bigint not null references sys_bin (id) on delete cascade,
  depth integer not null,
  table_name text not null,
  link text,
  data jsonb not null
);
comment on table sys_bin_row is 'The rows that were deleted with a thing in the recycle bin, as they were.';
comment on column sys_bin_row.depth is 'Rows are inserted again in this order.';
comment on column sys_bin_row.link is 'Name of the column that the deletion emptied in a row that stayed; null: the whole row was deleted.';
create index sys_bin_row_bin on sys_bin_row (bin_id, table_name);
