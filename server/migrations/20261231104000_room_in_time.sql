-- The people of a lesson by the time at which they came.
set local lock_timeout = '5s';

create index if not exists course_room_seat_in_time on course_room_seat (file_id, in_time, queue_time, id);
