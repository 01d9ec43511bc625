-- How far the scores of an exam can be off by chance, and the earlier exams of one template whose papers were compared with its own.
alter table exam_similar add column score_error real, add column score_near integer, add column earlier bigint[] not null default '{}';
comment on column exam_similar.score_error is 'standard error of measurement of a score, in 1/100 point';
comment on column exam_similar.score_near is 'papers whose score lies within score_error of their pass mark';
comment on column exam_similar.earlier is 'earlier exams of the same template whose papers were compared with those of this one';
