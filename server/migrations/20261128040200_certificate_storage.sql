-- PDFs of certificates go to the active storage provider; the row says which one has the file.
alter table cert_grant add column file_provider text not null default 'local';
comment on column cert_grant.file_provider is 'the storage provider that has the file; local: the private folder';
create index cert_grant_cloud_file on cert_grant (file) where file_provider <> 'local';
