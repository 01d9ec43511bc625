-- Captures of exams are kept for as many days as the settings of faces say: the daily job finds them by their time.
set local lock_timeout = '5s';
create index if not exists paper_event_picture on paper_event (create_time, id) where url <> '';
