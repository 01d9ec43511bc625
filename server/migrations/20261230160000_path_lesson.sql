-- Assignments and lessons in a room are things of a path by themselves.
comment on column path_item.kind is 'course, exam, repo (a bank to train), survey, work (an assignment), room (a lesson in a room)';
comment on column survey.ref_type is 'What it follows: course, exam, live, path; empty: nothing';
