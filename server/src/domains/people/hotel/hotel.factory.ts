// Hotels for tests and demo data, and a profile block that names one.
import type { Database } from '../../../kernel/database.ts'

export type HotelColumns = {
  hotelCode: string
  businessLicense: string
  signageName: string
  legalPerson: string
  businessAddress: string
  branch: string
  policeStation: string
  policeStation2: string[]
}

/** A block of a complete profile; its values of dictionary police_catalog are those of the base seed. */
export const someHotel: HotelColumns = {
  hotelCode: 'YQ0001',
  businessLicense: '云栖湖滨酒店管理有限公司',
  signageName: '云栖湖滨酒店',
  legalPerson: '沈云栖',
  businessAddress: '湖滨路 18 号',
  branch: '01',
  policeStation: '0101',
  policeStation2: ['01', '0101'],
}

/** Inserts a hotel into the site's own table, or replaces it. @returns its code */
export async function makeHotel(
  db: Database,
  {
    hotelCode,
    signageName,
    businessLicense,
    legalPerson,
  }: Pick<HotelColumns, 'hotelCode' | 'signageName' | 'businessLicense' | 'legalPerson'>,
): Promise<string> {
  const facts = { zwmc: signageName, yyzzmc: businessLicense, fr: legalPerson }
  await db
    .insertInto('sysHotel')
    .values({ hotelCode, ...facts })
    .onConflict((conflict) => conflict.column('hotelCode').doUpdateSet(facts))
    .execute()
  return hotelCode
}
