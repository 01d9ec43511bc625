// Back office: what the assistant may be used for, and how much.
import { assistConfig } from '@shuyuan/contract/assist/assist.ts'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { Alert, Card, Flex } from 'antd'
import { Link } from 'react-router'
import { can } from '../../../kernel/access/permission.ts'
import { useFormStart } from '../../../kernel/call/query.ts'
import { SettingsPage } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { settingRowOf } from '../../site/config/SettingRow.tsx'

const SettingRow = settingRowOf(assistConfig.save)

export default function AssistConfigPage() {
  const { data, error, refetch } = useFormStart(assistConfig.detail, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <SettingsPage>
      <Alert
        type="info"
        showIcon
        title={
          <>
            {t('智能助手写的都是草稿：不会自己进入题库，也不会给出成绩。默认全部关闭。')}{' '}
            {can(['sys:prop:update']) && (
              <Link to="/admin/sys/model">
                <u>{t('设置服务商')}</u>
              </Link>
            )}
          </>
        }
      />
      <SchemaForm of={assistConfig.save} initial={data} done={t('配置保存成功！')} refresh={[assistConfig.detail, assist.state]}>
        <Flex vertical gap="middle">
          <Card size="small" title={t('用途')}>
            <SettingRow name="questions" hint={t('发送所选材料的文字。不发送姓名、账号和答卷，证件号、手机号、邮箱和卡号会先隐去。')} />
            <SettingRow name="recheck" hint={t('智能出题时再请求一次，只看材料作答；答案不同的题会标出。用量约为原来的两倍。')} />
            <SettingRow name="improve" hint={t('发送作者正在编辑的试题。建议由作者逐项采用，保存后才进入题库。')} />
            <SettingRow name="notice" hint={t('发送公告的要点、语气和事实的名称。事实的内容（时间、地点等）不发送，由系统填入草稿。')} />
            <SettingRow
              name="explain"
              hint={t('学员在错题、考试结果和训练中使用。发送试题、解析、学员自己的答案和可学课程的片段，不发送姓名；考试进行中关闭。')}
            />
            <SettingRow
              name="mark"
              hint={t('发送考生的答案、试题和评分点，不发送姓名、账号、手机号和部门。建议只供阅卷人参考，不会自己给分。')}
            />
            <SettingRow name="told" hint={t('打开阅卷建议之前，请确认已告知考生答案会发送给智能助手')} />
            <SettingRow
              name="markTimes"
              hint={t('每份答案分别问几次，取中间的一份；几次不一致的答案排在阅卷负责人队列最前。费用按次数增加。')}
            />
          </Card>
          <Card size="small" title={t('额度和记录')}>
            <SettingRow name="userTokens" hint={t('每位后台人员每天最多使用的 tokens，0 表示不限；1 道题约 500 tokens')} />
            <SettingRow name="learnerTokens" hint={t('每位学员每天用于智能讲解的 tokens，0 表示不限；1 次约 2000 tokens')} />
            <SettingRow name="siteTokens" hint={t('所有人合计，0 表示不限')} />
            <SettingRow name="keepDays" hint={t('发送和返回的内容保存在“智能助手记录”，到期删除')} />
          </Card>
        </Flex>
      </SchemaForm>
    </SettingsPage>
  )
}
