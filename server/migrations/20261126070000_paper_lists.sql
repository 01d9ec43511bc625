-- The lists of papers of a site with hundreds of thousands of them: each order and each selective filter has an index that finds a page, and skips
-- the pages before it, without reading papers (docs/decisions/0057). None is on a column that a save of an answer changes.
set local lock_timeout = '5s';

create index if not exists paper_listed on paper (id) where state >= 0;
create index if not exists paper_by_state on paper (state, id) include (passed);
create index if not exists paper_by_title on paper (title, id) where state >= 0;
create index if not exists paper_by_hand on paper (hand_time, id) where state >= 0;
create index if not exists paper_by_score on paper ((case when state = 2 then score else -1 end), id) include (state, score) where state >= 0;
create index if not exists paper_by_flags on paper (flag_times, id) where state >= 0;
create index if not exists paper_by_start on paper (start_time, id) include (user_id, state, passed) where state >= 0;
create index if not exists paper_by_ending on paper (ex_state, id) where ex_state > 0 and state > 0;
create index if not exists paper_of_exam on paper (exam_id, state, id desc) include (user_id, version);
create index if not exists paper_of_user on paper (user_id, id desc) include (state, exam_id, score, start_time);
-- the new indexes on start, state, exam and user serve what these served
drop index if exists paper_start;
drop index if exists paper_review;
drop index if exists paper_exam;
drop index if exists paper_user;
