// PDF files for the browser tests.

/** A PDF with one page per text; a page without text is empty. */
export function pdfOf(texts: readonly string[]): Buffer {
  const pageOf = (at: number) => 4 + at * 2
  const streams = texts.map((text) => `BT /F1 18 Tf 40 240 Td (${text}) Tj ET`)
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${texts.map((_, at) => `${pageOf(at)} 0 R`).join(' ')}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...streams.flatMap((stream, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageOf(at) + 1} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ]
  let text = '%PDF-1.4\n'
  const places = parts.map((part, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${part}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${text}${table}trailer\n<< /Size ${parts.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}
