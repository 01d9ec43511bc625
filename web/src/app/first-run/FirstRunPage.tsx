// What a new site asks its administrator before anything else: what it is, its name, and a password of their own (docs/decisions/0199).
import { choice } from '@shuyuan/contract/kernel/field.ts'
import { siteKinds } from '@shuyuan/contract/kernel/site-kind.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { useNavigate } from 'react-router'
import { KindRadio } from '../../domains/site/config/KindRadio.tsx'
import { useFormStart } from '../../kernel/call/query.ts'
import type { Values } from '../../kernel/form/form-values.ts'
import { SchemaForm } from '../../kernel/form/SchemaForm.tsx'
import { t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { fieldOf } from '../../shared/form/field-of.ts'
import { refreshSession, reloadSite } from '../../shared/session/session.ts'
import { VisitorLayout } from '../visitor/VisitorLayout.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import styles from './first-run.module.css'

const { shape } = config.save.input
/** The same call, in which the kind of the site has no default: it is asked for. */
const firstSave = {
  ...config.save,
  input: config.save.input.extend({ props: shape.props.extend({ siteKind: choice('单位类型', siteKinds) }) }),
} as unknown as typeof config.save
const Field = fieldOf(config.save)

/** The kind is chosen, not taken over; only hotels begin with the code of the hotel. */
const begun = ({ props, ...site }: { props: Values; siteName: string }) => ({
  ...site,
  siteName: '',
  props: { ...props, siteKind: undefined },
})
const withHotel = ({ props, ...site }: Values): Values => {
  const given = props as Values
  return { ...site, props: { ...given, hotelProfile: given.siteKind === 'hotel' } }
}

export function FirstRunPage() {
  const navigate = useNavigate()
  const { data, error, refetch } = useFormStart(config.detail, { id: '1' })
  const goOn = async () => {
    await reloadSite()
    // the menus of hotels
    await refreshSession()
    await navigate('/')
  }
  return (
    <VisitorLayout title={t('站点初始设置')}>
      <section className={styles.card}>
        <h1>{t('站点初始设置')}</h1>
        <p>{t('以后可以在站点设置中修改。邮件、短信和每日备份在首页的“上手步骤”中设置。')}</p>
        <FirstPassword />
        <h2>{t('站点')}</h2>
        {!data && (error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />)}
        {data && (
          <SchemaForm of={firstSave} initial={begun(data)} prepare={withHotel} submitText="开始使用" onDone={() => void goOn()} dialog>
            <Field name="props.siteKind" extra={t('页面按它选用称呼和第一批示例')}>
              <KindRadio />
            </Field>
            <Field name="siteName" />
          </SchemaForm>
        )}
      </section>
    </VisitorLayout>
  )
}
