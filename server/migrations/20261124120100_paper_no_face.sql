-- arranged for its candidate: neither a face at the door nor pictures on the way
alter table paper add column no_face boolean not null default false;
