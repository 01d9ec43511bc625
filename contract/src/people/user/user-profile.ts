// The hotel block of a profile, and the fields that users may change themselves (learner.md §5; decisions.md 29).
import { say } from '../people.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { isStorable, text } from '../../kernel/field.ts'
import { email } from '../../kernel/rule.ts'

const POLICE = '所属分局/派出所'
/** Dictionary police_catalog, from the top down: the last is the station, the one before it the branch. */
const stationPath = z.array(z.string().max(60).refine(isStorable), { error: encoded(say('stationEmpty')) })

/** The hotel block; every field is required. */
export const HotelBlock = z.object({
  hotelCode: text('酒店编码', 60, say('hotelCodeEmpty')),
  businessLicense: text('营业执照注册名称', 200, say('licenceNameEmpty')),
  signageName: text('对外门牌标识', 200, say('signageEmpty')),
  legalPerson: text('法定代表人', 60, say('legalPersonEmpty')),
  businessAddress: text('营业地址', 300, say('businessAddressEmpty')),
  policeStation2: stationPath
    .min(2, encoded(say('stationEmpty')))
    .max(6)
    .meta({ title: POLICE }),
})
export type HotelBlock = z.infer<typeof HotelBlock>
/** The three fields that are looked up by the hotel code. */
export const derivedOfHotel = ['businessLicense', 'signageName', 'legalPerson'] as const

const loose = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, encoded(sayKernel('tooLong', { label, max })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .optional()
    .meta({ title: label, control: 'text' })

/** Fields that users may change of their own account; omitted fields stay. The server decides whether the hotel block is required. */
export const ProfileForm = z.object({
  realName: text('姓名', 60, say('realNameEmpty')).optional(),
  email: z
    .union([z.literal(''), email])
    .optional()
    .meta({ title: '邮箱', control: 'text' }),
  avatar: loose('头像', 500),
  hotelCode: loose('酒店编码', 60),
  businessLicense: loose('营业执照注册名称', 200),
  signageName: loose('对外门牌标识', 200),
  legalPerson: loose('法定代表人', 60),
  businessAddress: loose('营业地址', 300),
  policeStation2: stationPath.max(6).optional().meta({ title: POLICE }),
})

/** The same for a user who needs the hotel block. */
export const HotelProfileForm = ProfileForm.extend(HotelBlock.shape)

/** The hotel block as stored; branch and station are the last two elements of the path. */
export const StoredHotel = z.object({
  hotelCode: z.string(),
  businessLicense: z.string(),
  signageName: z.string(),
  legalPerson: z.string(),
  businessAddress: z.string(),
  branch: z.string(),
  policeStation: z.string(),
  policeStation2: z.array(z.string()),
})

/** The result of a lookup by hotel code: signage name, business licence name, legal person. */
export const HotelInfo = z.object({ zwmc: z.string(), yyzzmc: z.string(), fr: z.string() })
export type HotelInfo = z.infer<typeof HotelInfo>
