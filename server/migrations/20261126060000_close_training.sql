-- An exam may close the training of its banks while it is open: otherwise a learner who does not sit it can look its keys up for one who does.
alter table exam add column close_training boolean not null default false;
create index exam_close_training on exam (tmpl_id) where close_training;
