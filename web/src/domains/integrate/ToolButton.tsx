// Opens a tool of another maker from a lesson, in a window of its own.
import { toolLink } from '@shuyuan/contract/integrate/tool.ts'
import { useState } from 'react'
import { useCommand } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { Button, buttonLook } from '../../kernel/plain/Button.tsx'
import type { ToolProps } from '../course/learn/lesson-tools.ts'

export function ToolButton({ courseId, fileId, finished }: ToolProps) {
  const [blocked, setBlocked] = useState<string>()
  const open = useCommand(toolLink.open)
  const start = async () => {
    // in the click, because browsers stop windows that open later
    const opened = window.open('', '_blank')
    try {
      const { url } = await open.mutateAsync({ courseId, fileId })
      if (!opened) return setBlocked(url)
      opened.opener = null
      opened.location.replace(url)
      setBlocked(undefined)
    } catch {
      opened?.close()
    }
  }
  return (
    <>
      <p role="status">{finished ? t('工具已报告您学完了这个课件') : t('在工具中完成后，由工具报告成绩和完成情况')}</p>
      {blocked === undefined ? (
        <Button strong busy={open.isPending} onClick={() => void start()}>
          {t('在新窗口打开')}
        </Button>
      ) : (
        <a className={buttonLook({ strong: true })} href={blocked} target="_blank" rel="noopener" onClick={() => setBlocked(undefined)}>
          {t('浏览器阻止了新窗口，请点这里打开')}
        </a>
      )}
    </>
  )
}
