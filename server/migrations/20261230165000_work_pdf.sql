-- Markers read documents of office programs that were handed in as PDF; it is made when the first of them opens the hand-in.
set local lock_timeout = '5s';

alter table course_work_file
  add column if not exists view_state smallint not null default 0,
  add column if not exists view_url text not null default '';
comment on column course_work_file.view_state is '0 not converted, 1 the PDF is at view_url, 2 cannot be converted';
comment on column course_work_file.view_url is 'the PDF that was made of a document of an office program; empty: none';
-- the index is empty when it is made
-- squawk-ignore require-concurrent-index-creation
create index if not exists course_work_file_view on course_work_file (view_url text_pattern_ops) where view_url <> '';
