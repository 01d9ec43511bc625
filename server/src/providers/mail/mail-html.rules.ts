// The HTML part of an e-mail, made of its text: a card with the name of the site. Styles are inline, as mail programs drop others.
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** Addresses become links; what follows a sentence's end stays out. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"'，。；（）]+[^\s<>"'，。；（）.,;:!?)])/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}" style="color:#2456d6">${escaped(part)}</a>` : escaped(part)))
    .join('')

/** @param text its empty lines divide paragraphs */
export function mailHtml(siteName: string, subject: string, text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map((one) => `<p style="margin:0 0 16px">${linked(one).replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f6fa;font:16px/1.7 -apple-system,'PingFang SC','Microsoft YaHei',sans-serif;color:#1f2733">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid #2456d6;border-radius:8px;padding:24px">
<p style="margin:0 0 16px;font-size:14px;color:#2456d6">${escaped(siteName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escaped(subject)}</h1>
${paragraphs.join('\n')}
</div>
<p style="max-width:560px;margin:12px auto 0;font-size:12px;color:#5a6475">这封邮件由系统自动发送，请勿回复。This message was sent automatically.</p>
</body></html>
`
}
