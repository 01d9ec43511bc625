// Binds or unbinds the user's phone with a code sent to that phone.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { bind, BindSmsType } from '@shuyuan/contract/account/bind.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { Button, Flex, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { enterStays } from '../../../kernel/form/enter.ts'
import { t } from '../../../kernel/i18n.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { smsCodeProblem, type SmsSending, useSmsSending } from '../../session/useSmsSending.ts'
import styles from '../../session/own.module.css'

export type MobileTask = { kind: 'bind' } | { kind: 'unbind'; mobile: string }
type Problems = { mobile?: string; captchaValue?: string; smsCode?: string }

/** The props of a Form.Item for a problem. */
const shown = (problem: string | undefined) => (problem === undefined ? {} : { validateStatus: 'error' as const, help: problem })

export function MobileDialog({ task, onClose }: { task: MobileTask | undefined; onClose: () => void }) {
  return (
    <Modal
      open={task !== undefined}
      title={task?.kind === 'unbind' ? t('解绑手机号') : t('绑定手机号')}
      width={440}
      footer={null}
      className={styles.ownDialog}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {task && <MobileForm task={task} onClose={onClose} />}
    </Modal>
  )
}

function MobileForm({ task, onClose }: { task: MobileTask; onClose: () => void }) {
  const binding = task.kind === 'bind'
  const [mobile, setMobile] = useState(task.kind === 'unbind' ? task.mobile : '')
  const [smsCode, setSmsCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const sending = useSmsSending(task.kind)
  const command = useCommand(binding ? bind['bind-mobile'] : bind['unbind-mobile'], {
    done: binding ? t('手机号绑定成功！') : t('手机号解绑成功！'),
    refresh: [bind['bind-list'], bind['bind-info'], user.info, user.currentUser],
    onDone: onClose,
  })
  const submit = () => {
    const found = smsCodeProblem(mobile, smsCode)
    setProblems(found)
    if (Object.keys(found).length === 0) command.mutate({ mobile, smsCode, smsType: binding ? BindSmsType.bind : BindSmsType.unbind })
  }
  return (
    <Form layout="vertical" onKeyDown={enterStays} onFinish={submit}>
      <Form.Item label={t('手机号')} htmlFor="bind-mobile" required {...shown(problems.mobile)}>
        <Input
          id="bind-mobile"
          inputMode="tel"
          autoComplete="tel"
          value={mobile}
          readOnly={!binding}
          onChange={(event) => setMobile(event.target.value)}
        />
      </Form.Item>
      <CaptchaItem sending={sending} problem={problems.captchaValue} />
      <Form.Item label={t('短信验证码')} htmlFor="bind-sms" required {...shown(problems.smsCode)}>
        <Flex gap={8}>
          <Input
            id="bind-sms"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={smsCode}
            onChange={(event) => setSmsCode(event.target.value)}
          />
          <Button disabled={sending.button.disabled} onClick={() => void sending.send(mobile, setProblems)}>
            {sending.button.text}
          </Button>
        </Flex>
      </Form.Item>
      <Flex gap={8} justify="end">
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" danger={!binding} htmlType="submit" loading={command.isPending}>
          {binding ? t('绑定') : t('解绑')}
        </Button>
      </Flex>
    </Form>
  )
}

function CaptchaItem({ sending, problem }: { sending: SmsSending; problem: string | undefined }) {
  const text = t('点击图片刷新验证码')
  return (
    <Form.Item label={t('图形验证码')} htmlFor="bind-captcha" required {...shown(problem)}>
      <Flex gap={8}>
        <Input
          id="bind-captcha"
          autoComplete="off"
          maxLength={8}
          value={sending.captchaValue}
          onChange={(event) => sending.setCaptchaValue(event.target.value)}
        />
        <button type="button" className={styles.ownCaptcha} onClick={sending.renew} aria-label={text} title={text}>
          <img src={`${captcha.gen.path}?key=${sending.captchaKey}`} alt={t('图形验证码')} width={120} height={40} />
        </button>
      </Flex>
    </Form.Item>
  )
}
