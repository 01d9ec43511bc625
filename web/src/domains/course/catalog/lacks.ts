// What a course lacks before its publication.
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { useSite } from '../../../shared/session/session.ts'
import { usePayLacks } from '../../pay/order/PriceNotes.tsx'

type Course = {
  files: readonly { required: boolean; enabled?: boolean | undefined }[]
  price: string | number
  costPoints: number
  certId?: string | null | undefined
}

export type Lack = { text: string; to?: string; permit?: string }

/** A course without a required file that is enabled cannot be finished, so it cannot be published. */
export const hasFiles = ({ files }: Pick<Course, 'files'>): boolean => files.some((file) => file.required && file.enabled !== false)

const lackOf = (text: PlainText, to?: string, permit?: string): Lack => ({
  text: t(text),
  ...(to === undefined ? {} : { to }),
  ...(permit === undefined ? {} : { permit }),
})

/** In the order of their weight; each with the page where it is mended. */
export function useLacks(): (one: Course) => Lack[] {
  const [money, points] = [usePayLacks('money'), usePayLacks('points')]
  const certOff = useSite()?.props.moduleCert === false
  return (one) => {
    const [hasMoney, hasPoints] = [Number(one.price) > 0, one.costPoints > 0]
    const pay = '/admin/pay/config'
    return [
      ...(hasFiles(one) ? [] : [lackOf('还没有可用的必学课件，不能发布')]),
      ...(hasMoney && money && !(hasPoints && !points) ? [lackOf('有价格，但没有启用支付方式，学员不能购买', pay, 'pay:config')] : []),
      ...(!hasMoney && hasPoints && points ? [lackOf('只能用积分购买，但积分支付没有启用', pay, 'pay:config')] : []),
      ...(one.certId && certOff
        ? [lackOf('设置了证书，但证书模块未开启，学完不会颁发', '/admin/sys/config?at=moduleCert', 'sys:config:update')]
        : []),
    ]
  }
}
