-- A face check near the threshold admits and is marked in the timeline.
alter table exam_face_token add column grey boolean not null default false;
comment on column exam_face_token.grey is 'the comparison was near the threshold';
