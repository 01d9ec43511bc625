// The caller's own account: part of the endpoints of /api/sys/user.
import { say } from '../account.texts.ts'
import { say as sayPeople } from '../../people/people.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { hot, query } from '../../kernel/endpoint.ts'
import { isStorable, moment } from '../../kernel/field.ts'
import { newPassword } from '../../kernel/rule.ts'
import { HotelInfo, ProfileForm, StoredHotel } from '../../people/user/user-profile.ts'
import { UserRow } from '../../people/user/user-row.ts'

/** The fields of a new password, without their comparison. */
export const PasswordForm = z.object({
  oldPassword: z
    .string({ error: encoded(say('oldPasswordEmpty')) })
    .min(1, encoded(say('oldPasswordEmpty')))
    .max(200, encoded(say('oldPasswordWrong')))
    .meta({ title: '旧密码', control: 'password' }),
  password: newPassword(say('newPasswordEmpty')).meta({ title: '新密码' }),
})
export const isNewPassword = (form: z.infer<typeof PasswordForm>) => form.password !== form.oldPassword
export const samePassword = { path: ['password'], error: encoded(say('passwordSame')) }

export const accountCalls = {
  currentUser: query({
    title: '当前用户资料',
    permit: 'any',
    input: z.object({}),
    output: UserRow.extend({
      email: z.string(),
      points: z.int(),
      sex: z.string(),
      idCard: z.string(),
      face: z.string(),
      realPerson: z.boolean(),
      expireTime: moment('有效期').nullable(),
      /** whether the user needs the hotel block (roleType 1 while the site setting hotelProfile is on) */
      needsHotel: z.boolean(),
      ...StoredHotel.shape,
    }),
  }),
  /** `hot`, because a hotel lookup at an outside service must not hold a transaction. */
  update: hot({
    title: '修改个人资料',
    permit: 'any',
    rate: { by: 'user', max: 60, seconds: 60 },
    input: ProfileForm,
    output: z.literal(true),
  }),
  'update-pass': hot({
    title: '修改密码',
    permit: 'any',
    beforeChange: true,
    rate: { by: 'user', max: 30, seconds: 60 },
    input: PasswordForm.refine(isNewPassword, samePassword),
    output: z.literal(true),
  }),
  /** The new password of an account whose password was given out; its session is open already, so that the old one is not asked for. */
  'first-pass': hot({
    title: '设置新密码',
    permit: 'any',
    beforeChange: true,
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ password: newPassword() }),
    output: z.literal(true),
  }),
  queryHotelInfo: query({
    title: '查询酒店',
    permit: 'any',
    get: true,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({
      hotelCode: z
        .string({ error: encoded(sayPeople('hotelCodeEmpty')) })
        .trim()
        .min(1, encoded(sayPeople('hotelCodeEmpty')))
        .max(60)
        .refine(isStorable),
    }),
    output: HotelInfo,
  }),
}
