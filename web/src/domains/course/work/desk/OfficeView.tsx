// A document of an office program on the marking desk: its PDF, which the server makes when the first marker opens the hand-in.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { WorkFile } from '@shuyuan/contract/course/work/work-form.ts'
import { Spin, Typography } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { canShow, PdfFrame } from '../../file/PdfFrame.tsx'

const ASK_MS = 2_000

/** @param id of the hand-in */
export function OfficeView({ id, file: { title, fileUrl } }: { id: string; file: WorkFile }) {
  // the address of a file changes with each hour's signature; the question is about the same file
  const [asked] = useState(fileUrl)
  const { data, error } = useCall(
    courseWork.view,
    { id, fileUrl: asked },
    { quiet: true, refetchInterval: ({ state }) => (state.data?.state === 'making' ? ASK_MS : false) },
  )
  if (data?.state === 'ready' && canShow(data.viewUrl)) return <PdfFrame url={data.viewUrl} title={title} />
  const text = error
    ? t('现在不能在线打开，请下载后查看')
    : data?.state === 'missing'
      ? t('服务器没有 LibreOffice，请下载后查看')
      : data?.state === 'refused'
        ? t('这个文件不能转换为 PDF，请下载后查看')
        : data?.state === 'ready'
          ? t('浏览器不能显示 PDF，请下载后查看')
          : undefined
  return (
    <Typography.Text type="secondary" role="status">
      {text ?? (
        <>
          <Spin size="small" /> {t('正在转换为 PDF，稍后显示在这里')}
        </>
      )}
    </Typography.Text>
  )
}
