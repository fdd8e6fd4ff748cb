import type { ReactElement } from 'react'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { useChanges, useTheme } from '../../../../kit/hooks/useModel.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { grouped } from '../../../../kit/text/numbers.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { protectionText } from '../../parts/protection.ts'
import type { ProjectModel } from './ProjectModel.ts'

/** The applications of a project. */
export function ProjectPage({ model }: { readonly model: ProjectModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { project, list, isMine } = model
	const title = `${safeText(project.name, 60)} · applications ${list.all.length}`
	return (
		<Panel title={title} remark={filterRemark(list, `you are ${project.role}`)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'name', width: 'flex', id: 'name' },
					{ title: 'network', width: 9, id: 'network' },
					{ title: 'callers need', width: 30 },
					...(isMine ? [{ title: 'this month', width: 13, align: 'right', from: 70, id: 'used' } as const] : []),
					{ title: 'URL', width: 66, from: 150 },
				]}
				row={(application, mark) => {
					const protection = mark(protectionText(application))
					return [
						mark(safeText(application.name, 100)),
						mark(application.network),
						application.warnings.length === 0 ? protection : theme.warn(protection),
						...(isMine ? [grouped(model.relaysOf(application))] : []),
						theme.muted(safeText(application.url, 200)),
					]
				}}
				empty={['', 'This project has no application yet.', 'n makes one: an endpoint with its own URL and key.']}
				onOpen={() => model.open()}
			/>
		</Panel>
	)
}
