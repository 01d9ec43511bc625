-- Lists of face checks, ratings, hand-ins and people of a lesson within a data scope are walked on an index that knows whose the rows are. Their orders
-- hold hand-ins without drafts, as the lists do, and the people of a lesson in the order of its list. Who has finished a path is counted on an index, and rows of
-- a comparison with the directory are found and ordered by name on one.
set local lock_timeout = '5s';

create index if not exists course_face_list on course_face (kind, id desc) include (user_id);
create index if not exists course_rate_list on course_rate (course_id, id) include (user_id, hidden);
create index if not exists course_work_hand_list on course_work_hand (id) include (user_id, file_id) where state > 0;
create index if not exists course_work_hand_by_time on course_work_hand (hand_time, id) where state > 0;
create index if not exists course_work_hand_by_score on course_work_hand (final_score, id) where state > 0;
create index if not exists course_work_hand_by_late on course_work_hand (late_days, id) where state > 0;
create index if not exists course_room_seat_list on course_room_seat
  (file_id, (case state when 6 then 2 when 1 then 1 else 0 end), queue_time, id) include (user_id, state);
create index if not exists path_user_finished on path_user (path_id) where finish_time is not null;
create index if not exists sys_directory_row_name on sys_directory_row (run_id, user_name, place);
create index if not exists sys_directory_row_user_part on sys_directory_row using gin (user_name gin_trgm_ops);
create index if not exists sys_directory_row_name_part on sys_directory_row using gin (real_name gin_trgm_ops);
drop index course_face_kind;
drop index course_rate_course;
drop index course_work_hand_time;
drop index course_work_hand_score;
drop index course_work_hand_late;

-- the expression has no statistics before; those of an empty table would mislead the planner
do $$ begin
  if exists (select from course_room_seat) then analyze course_room_seat; end if;
end $$;
