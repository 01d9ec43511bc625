-- What learners get of an uploaded video: the copy that the encoder made, its poster, and the keys of encrypted ones.
alter table course_file add column rendition text not null default '';
alter table course_file add column poster_url text not null default '';
alter table course_file add column source_url text not null default '';
alter table course_file add column width integer not null default 0;
alter table course_file add column height integer not null default 0;
alter table course_file add column has_audio boolean not null default true;
comment on column course_file.rendition is 'what view_url leads to: mp4, m3u8, m3u8_encode; empty: the upload itself';
comment on column course_file.poster_url is 'a picture of the video, in the folder of its rendition';
comment on column course_file.source_url is 'the address from which the file was fetched; empty: it was uploaded';
comment on column course_file.width is 'upright width in pixels; 0: not a video, or not read';
create table course_file_key (
  id bigint generated always as identity primary key,
  file_id bigint not null references course_file on delete cascade,
  version integer not null,
  sealed text not null,
  create_time timestamptz not null default now(),
  unique (file_id, version)
);
comment on table course_file_key is 'Keys of encrypted renditions; a player that began with an older rendition still needs the older key.';
comment on column course_file_key.sealed is 'the sealed 16 bytes of AES-128, as base64';
