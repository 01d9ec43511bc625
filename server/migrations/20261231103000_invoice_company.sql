-- Requests for invoices by a part of the company's name.
set local lock_timeout = '5s';

create index if not exists pay_invoice_company_part on pay_invoice using gin (company_name gin_trgm_ops);
