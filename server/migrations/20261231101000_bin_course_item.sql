-- Files of the library, and files that were taken out of a course, go to the recycle bin, too.
alter table sys_bin drop constraint sys_bin_kind;
alter table sys_bin add constraint sys_bin_kind
  check (kind in ('repo', 'qu', 'tmpl', 'exam', 'course_file', 'course', 'course_item', 'survey', 'path')) not valid;
comment on column sys_bin.kind is
  'repo: bank, qu: question, tmpl: template, exam: exam, course_file: file of courses, course: course, course_item: file taken out of a course, survey: survey, path: learning path.';
