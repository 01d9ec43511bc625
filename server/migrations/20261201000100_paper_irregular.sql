-- Papers that were closed in another way than by the candidate, which an exam has few of among many.
set local lock_timeout = '5s';
create index if not exists paper_irregular on paper (exam_id, id) where ex_state <> 0;
