-- Pictures of people whose rows were deleted: a cascade deletes the row of a capture without its file. A job removes the files.
create table sys_picture_gone (
  picture text primary key,
  create_time timestamptz not null default now()
);
comment on table sys_picture_gone is 'Stored pictures of people whose row was deleted; a job removes their files.';
comment on column sys_picture_gone.picture is 'private: and a key, or the address of an upload';

-- argument: the column that holds the picture
create function picture_gone() returns trigger language plpgsql as $$
declare
  gone text := to_jsonb(old) ->> tg_argv[0];
begin
  if gone <> '' then
    insert into sys_picture_gone (picture) values (gone) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger course_face_gone after delete on course_face for each row execute function picture_gone('url');
create trigger sys_cam_hand_gone after delete on sys_cam_hand for each row execute function picture_gone('picture');
create trigger sys_face_gone after delete on sys_face for each row execute function picture_gone('url');
create trigger sys_real_gone after delete on sys_real for each row execute function picture_gone('face');
create trigger sys_user_face_gone after delete on sys_user for each row execute function picture_gone('face');
create trigger paper_event_gone after delete on paper_event for each row execute function picture_gone('url');
-- a token that is used hands its picture to the paper, and an expired one is deleted with it: only cascades leave it behind
create trigger exam_face_token_gone after delete on exam_face_token for each row when (pg_trigger_depth() > 0) execute function picture_gone('url');
