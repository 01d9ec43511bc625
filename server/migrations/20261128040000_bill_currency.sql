-- The sums of a day are in the currency of the merchant account, which need not have hundredths.
alter table pay_bill add column currency text not null default 'CNY';
