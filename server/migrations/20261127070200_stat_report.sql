-- Reports that are made every week or month, for users who are told by a message.
create table stat_report_reader (
  user_id bigint primary key references sys_user (id) on delete cascade,
  weekly boolean not null,
  monthly boolean not null
);
comment on table stat_report_reader is 'Users for whom reports are made regularly.';

create table stat_report (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user (id) on delete cascade,
  title text not null,
  from_day date not null,
  to_day date not null,
  body bytea not null,
  create_time timestamptz not null,
  unique (user_id, from_day, to_day)
);
comment on table stat_report is 'Workbooks of regular reports, each within the data scope of its reader.';
