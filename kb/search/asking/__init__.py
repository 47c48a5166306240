"""What happens when somebody asks: the plan of a query, ranking, snippets, the answer."""
