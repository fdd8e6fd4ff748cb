import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const pages = [
	...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'examples/README.md'],
	...readdirSync('docs')
		.filter((name) => name.endsWith('.md'))
		.map((name) => join('docs', name)),
]

/** The anchor that a heading gets on a page. */
function anchor(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s-]/gu, '')
		.trim()
		.replace(/\s/g, '-')
}

it('every link between the pages leads to a file and a heading that are there', () => {
	const links = pages.flatMap((page) =>
		[...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => ({ page, link })),
	)
	const broken = links.filter(({ page, link }) => {
		if (/^https?:/.test(link)) return false
		const [path = '', heading] = link.split('#')
		const file = path === '' ? page : join(dirname(page), path)
		if (!existsSync(file)) return true
		if (heading === undefined) return false
		const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchor(text))
		return !headings.includes(heading)
	})
	expect(links.length).toBeGreaterThan(40)
	expect(broken).toEqual([])
})
