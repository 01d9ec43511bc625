-- What the player of a course offers: its speeds and a watermark with the learner's name.
alter table course
  add column speeds double precision[] not null default '{1,1.25,1.5,2}',
  add column watermark boolean not null default false;
comment on column course.speeds is 'playing speeds that learners may choose';
