-- the picture that earned the token: it comes into the timeline of the paper that is opened with it
alter table exam_face_token add column url text not null default '';
