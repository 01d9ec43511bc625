-- What people said that the columns of their question sheets are, by heading.
create table qu_import_column (
  user_id bigint not null references sys_user (id) on delete cascade,
  -- the heading as it is compared: narrow, upper case, without spaces and remarks
  name text not null,
  field text not null,
  used_time timestamptz not null default now(),
  primary key (user_id, name)
);
create index qu_import_column_name on qu_import_column (name, used_time desc);
comment on table qu_import_column is 'Headings of question sheets and what each person said that they are.';
comment on column qu_import_column.field is 'a field of a sheet: type, stem, option, …, none';
