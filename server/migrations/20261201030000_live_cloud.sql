-- The cloud service reports streams and recordings: rooms begin and end by them, and a recording becomes the replay.
alter table live_room add column push_time timestamptz, add column push_state smallint not null default 0, add column off_time timestamptz;
create index live_room_pushed on live_room (id) where push_state > 0 and state < 2;
create index live_room_recorded on live_room (ended_at) where provider = 'aliyun' and state = 2 and replay_state = 0;
comment on column live_room.push_time is 'time of the last report of the cloud service; an older report changes nothing';
comment on column live_room.push_state is '0 nothing reported, 1 stream on, 2 stream off';
comment on column live_room.off_time is 'since when the stream of a live room is gone';

create table live_record (
  room_id bigint not null references live_room (id) on delete cascade,
  -- path in the bucket of the recordings
  uri text not null,
  -- seconds
  duration double precision not null,
  start_time timestamptz not null,
  stop_time timestamptz not null,
  create_time timestamptz not null default now(),
  primary key (room_id, uri)
);
comment on table live_record is 'Recordings that the cloud service reported, once each.';
