-- Invigilators named for one exam: then only they, its maker, and callers with the data scope "all" watch it (docs/decisions/0052).
create table exam_invigilator (
  exam_id bigint not null references exam (id) on delete cascade,
  user_id bigint not null references sys_user (id) on delete cascade,
  primary key (exam_id, user_id)
);
create index exam_invigilator_user on exam_invigilator (user_id);
create index if not exists exam_create_by on exam (create_by);
comment on table exam_invigilator is 'Users named as invigilators of an exam; without rows every holder of exam:watch watches candidates in their data scope.';
