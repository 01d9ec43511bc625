-- Markers read documents of office programs that were handed in as PDF; it is made when the first of them opens the hand-in.
alter table course_work_file
  add column view_state smallint not null default 0,
  add column view_url text not null default '';
comment on column course_work_file.view_state is '0 not converted, 1 the PDF is at view_url, 2 cannot be converted';
comment on column course_work_file.view_url is 'the PDF that was made of a document of an office program; empty: none';
